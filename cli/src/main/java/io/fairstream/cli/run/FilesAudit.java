package io.fairstream.cli.run;

import io.fairstream.analysis.Comparison;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import java.nio.file.Path;

/** Comparison of the charges that {@code export} has copied with those of the topic. */
record FilesAudit(Path directory, Comparison comparison) implements CopyAudit {
    /** @throws Failure if there are no copied charges */
    static FilesAudit of(Path directory, TopicReader reader) {
        return new FilesAudit(directory, Comparison.of(reader, directory));
    }

    @Override
    public Document document() {
        return comparison.document();
    }

    @Override
    public void requireEqual() {
        if (!comparison.balanced()) {
            throw new Failure(directory + " differs from the topic");
        }
    }
}
