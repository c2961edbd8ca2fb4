// What each directive of the policy must stop. It runs as the page's own code:
// what a driver runs may be above the policy.

const VIOLATIONS = {
  "script-src": () => void import("data:text/javascript,").catch(() => {}),
  "style-src": () => document.body.setAttribute("style", "color: red"),
  "require-trusted-types-for": () => (document.body.innerHTML = "<b>x</b>"),
};

export function violate(directive) {
  setTimeout(() => {
    try {
      VIOLATIONS[directive]();
    } catch {
      // The policy throws; what counts is that it reports.
    }
  });
}
