package io.fairstream.cli.run;

import io.fairstream.query.columns.Document;

/** Result of comparing a copy of the topics with the topics. */
interface CopyAudit {
    /** Returns the results of the comparison, line by line. */
    Document document();

    /** Throws if the copy differs. */
    void requireEqual();
}
