/** The time in ms after which people are told about their subscription (BD-429). */
export const promptMs = 750;
