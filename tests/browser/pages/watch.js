// The faults of a page, from its first script on.

window.faults = [];

addEventListener("error", ({ message, target }) => {
  window.faults.push(message ?? `could not load ${target.src ?? target.href}`);
}, true);

addEventListener("unhandledrejection", ({ reason }) => window.faults.push(`unhandled: ${reason}`));

addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  // The browser itself asks for this one, and may not.
  if (blockedURI.endsWith("/favicon.ico")) return;
  window.faults.push(`${violatedDirective} forbids ${blockedURI}`);
});

for (const level of ["error", "warn"]) {
  const write = console[level];
  console[level] = (...words) => {
    window.faults.push(`console.${level}: ${words.join(" ")}`);
    write.apply(console, words);
  };
}
