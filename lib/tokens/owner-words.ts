/** How the page that creates a token addresses its owner: as "you", or as the service account if a keeper creates it. */
/** `has` and `sees` begin a sentence. */
export type OwnerWords = Record<"subject" | "possessive" | "has" | "sees" | "gets", string>;

export const TO_THEMSELVES: OwnerWords = {
  subject: "you",
  possessive: "your",
  has: "You have",
  sees: "You see",
  gets: "get",
};

export const OF_AN_ACCOUNT: OwnerWords = {
  subject: "the account",
  possessive: "the account’s",
  has: "The account has",
  sees: "The account sees",
  gets: "gets",
};
