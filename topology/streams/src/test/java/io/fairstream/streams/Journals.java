package io.fairstream.streams;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.WrittenCharges;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;

/** Blocks of charges as the single charges that stand in them, each with its account as key and its own timestamp. */
final class Journals {
    private Journals() {}

    /** The block of a charge. */
    static ChargeBlock block(Charge charge, Instant sent) {
        return WrittenCharges.block(charge.getLedger(), List.of(new ChargeBlocks.Sent(charge, sent)));
    }

    static List<TestRecord<String, Charge>> charges(List<TestRecord<String, ChargeBlock>> blocks) {
        return blocks.stream()
                .flatMap(block -> ChargeBlocks.charges(block.value()).stream())
                .map(sent -> new TestRecord<>(sent.charge().getAccount(), sent.charge(), sent.sent()))
                .toList();
    }

    /** The records as a reader of single entries sees them. */
    @SuppressWarnings("unchecked") // charges are in blocks
    static List<? extends TestRecord<String, ?>> entries(
            Topic<?> topic, List<? extends TestRecord<String, ?>> records) {
        return topic.equals(Topics.CHARGES) ? charges((List<TestRecord<String, ChargeBlock>>) records) : records;
    }
}
