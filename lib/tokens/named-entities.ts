/** Of more entities than these, and one, a sentence names the first only: nobody reads more names in it. */
export const NAMED_ENTITIES = 4;
