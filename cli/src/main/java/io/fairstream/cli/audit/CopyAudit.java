package io.fairstream.cli.audit;

import io.fairstream.reports.columns.Document;

/** What came of comparing a copy of the topics with them. */
interface CopyAudit {
    /** What was compared. */
    Document document();

    /** Throws if the copy is another. */
    void requireEqual();
}
