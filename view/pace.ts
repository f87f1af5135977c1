/** Frames further apart belong to two movements. */
const MAX_APART_MS = 150

/** A frame that comes later than this after the one before missed its turn on a screen of 60 a second. */
const LATE_MS = 22

/** The late frames that a movement may have before details are left out; two frames in time make up for one that was late. */
const MAX_LATE = 3

/** The pace of the frames of one movement: shows whether frames come in time, or details must be left out. */
export class Pace {
  #last = -Infinity
  #late = 0

  /** True from the moment that frames came late until the movement ends: a change to and fro would be seen. */
  get isLate(): boolean {
    return this.#late > MAX_LATE
  }

  note(now: number): void {
    const between = now - this.#last
    this.#last = now
    if (between > MAX_APART_MS) this.#late = 0
    else if (!this.isLate) this.#late = Math.max(0, this.#late + (between > LATE_MS ? 1 : -0.5))
  }
}
