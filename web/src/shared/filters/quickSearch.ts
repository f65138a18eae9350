/** The most orders that the server's quick search returns (BD-128). */
export const searchLimit = 10;
