/** The build that this page was loaded from; empty during development. */
export const ownBuild = (): string => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
