/** Milliseconds that a slide-over takes at most, as overlays.css has it. */
export const slideMilliseconds = 700;
