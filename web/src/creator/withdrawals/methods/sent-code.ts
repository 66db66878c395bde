/** The code sent in this visit: its destination, and the seconds until the next. */
export interface SentCode {
  mobile: string;
  resend_after: number;
}
