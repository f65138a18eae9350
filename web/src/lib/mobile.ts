/**
 * The media query of the phone layout: up to 768 px (BD-467). Style sheets cannot read it, so they
 * repeat the width, and a test compares them.
 */
export const mobile = '(max-width: 768px)';
