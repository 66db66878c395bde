/** What was sent in this visit: where the code went, and how long until another. */
export interface CodeOnItsWay {
  mobile: string;
  resend_after: number;
}
