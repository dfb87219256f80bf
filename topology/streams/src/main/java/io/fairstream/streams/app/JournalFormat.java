package io.fairstream.streams.app;

import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.streams.config.Settings;

/** What the journal holds: blocks of charges, and until there was a first release, single ones. */
final class JournalFormat {
    private JournalFormat() {}

    /**
     * Does nothing if the journal is empty or holds blocks.
     *
     * @throws TopicsUnfit if it was written by a build from before there were blocks, of which no account could be continued
     */
    static void require(Settings settings, SchemaRegistry registry) {
        String topic = Topics.CHARGES.in(settings.topicPrefix());
        if (!registry.compatible(topic + "-value", ChargeBlock.getClassSchema())) {
            throw new TopicsUnfitException(topic + ": holds single charges of a build before 0.1.0 (expected: blocks, "
                    + ChargeBlock.getClassSchema().getFullName()
                    + "; start anew under another topic.prefix and application.id, and replay the events)");
        }
    }
}
