/** Arguments from which no sweep can be made, in words for the caller. */
export class SweepError extends Error {}
