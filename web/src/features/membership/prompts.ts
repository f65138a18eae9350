/** The prompts about the subscription appear after this time, in ms (BD-429). */
export const promptMs = 750;
