// What a page imports first, so that the browser has run a module before.

export const answer = 42;
