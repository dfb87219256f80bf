package io.fairstream.cli.keys;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.Sender;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.signers.Signers;
import io.fairstream.schemas.SignerKey;
import io.fairstream.schemas.Topics;
import java.util.List;

/** Writes rows of {@code keys}, and shows them. */
abstract class KeyDecision extends RowsCommand {
    /** Refuses wrong usage, before any cluster is asked. */
    void check() {}

    /** What is to stand there. */
    abstract List<Signers.Known> decide(TopicReader reader);

    @Override
    public final Integer call() {
        requireLasting();
        check();
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            List<Signers.Known> decided = decide(reader);
            try (Sender<SignerKey> sender = Sender.open(reader.settings(), Topics.KEYS)) {
                decided.forEach(known -> sender.send(known.id(), known.key()));
                sender.flush();
            }
            print(Document.of(Signers.report(decided)));
        }
        return 0;
    }
}
