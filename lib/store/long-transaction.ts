export type { Connection as Transaction } from "../postgres/connection";
export { longTransaction as inLongTransaction } from "../postgres/transaction";
