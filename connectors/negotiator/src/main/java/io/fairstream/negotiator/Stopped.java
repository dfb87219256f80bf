package io.fairstream.negotiator;

/** Why a submitter was given no more. */
public enum Stopped {
    /** All that was wanted was given. */
    SATISFIED,
    /** Nothing was wanted. */
    NO_DEMAND,
    /** It was to be left out. */
    SKIPPED,
    /** Its ceiling is reached; of whole slots: every free one would exceed it. */
    CEILING,
    /** Its group's quota, surplus included, is used up. */
    GROUP_QUOTA,
    /** The free slot weight was divided, and the submitter has its share. */
    SHARE,
    /** It held more than its share before, while others wanted what was free. */
    OVER_SHARE,
    /** Nothing was free, or groups that negotiate before its own left nothing. */
    POOL_FULL,
    /** A limit that its jobs need is exhausted. */
    CONCURRENCY_LIMIT,
    /** Every free slot is heavier than what it still wants. */
    NO_SLOT_FITS
}
