/** A sentence about more entities than these, plus one, names the first only: nobody reads more. */
export const NAMED_ENTITIES = 4;
