/** How the page that creates a token speaks of its owner: as "you", or of the account to its keeper. */
export type OwnerWords = {
  subject: string;
  possessive: string;
  /** At the beginning of a sentence. */
  has: string;
  sees: string;
  everything: string;
};

export const TO_THEMSELVES: OwnerWords = {
  subject: "you",
  possessive: "your",
  has: "You have",
  sees: "You see",
  everything: "Everything I can do",
};

export const OF_AN_ACCOUNT: OwnerWords = {
  subject: "the account",
  possessive: "the account’s",
  has: "The account has",
  sees: "The account sees",
  everything: "Everything the account can do",
};
