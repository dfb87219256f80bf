package io.fairstream.client.negotiation;

/** Reason why a submitter gets no more slot weight. */
public enum RejectReason {
    /** The whole demand was satisfied. */
    SATISFIED,
    /** There was no demand. */
    NO_DEMAND,
    /** The submitter is skipped. */
    SKIPPED,
    /** Its ceiling is reached, or every free slot would exceed the ceiling. */
    CEILING,
    /** Its group's quota, including surplus, is used up. */
    GROUP_QUOTA,
    /** The free slot weight was divided, and the submitter has its share. */
    SHARE,
    /** It already held more than its share, while others wanted the free part. */
    OVER_SHARE,
    /** Nothing was free, or groups that negotiate before its own left nothing. */
    POOL_FULL,
    /** A limit that its jobs need is exhausted. */
    CONCURRENCY_LIMIT,
    /** Every free slot is heavier than its remaining demand. */
    NO_SLOT_FITS
}
