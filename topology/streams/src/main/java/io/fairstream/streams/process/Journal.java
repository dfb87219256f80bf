package io.fairstream.streams.process;

import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.wire.BlockOut;
import java.util.Collection;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what a task charges: at each commit one block for each partition of the accounts, sooner when it is large. Nobody sees a charge
 * before its transaction is committed, so none comes later for that.
 */
final class Journal {
    /** Far from the limit of what is read as one record, with room for the largest charge. */
    private static final int LARGE = 256 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final ProcessorContext<String, Object> context;
    private final String sink;
    private final String key;
    private final String topic;
    private final BlockOut[] blocks;

    /**
     * To be made while the processor is initialized.
     *
     * @param sink the node that writes {@code charges}
     */
    Journal(Accounting accounting, ProcessorContext<String, Object> context, String sink, Ledger ledger) {
        this.context = context;
        this.sink = sink;
        this.key = ledger + "/" + context.taskId().partition();
        this.topic = accounting.topic(Topics.CHARGES);
        this.blocks = new BlockOut[accounting.partitions().accounts()];
        for (int partition = 0; partition < blocks.length; partition++) {
            blocks[partition] = new BlockOut(partition, ledger);
        }
    }

    /** The cause of what no record leads to, but a change of the configuration. */
    Cause configuration(long sent) {
        return new Cause(topic, context.taskId().partition(), -1, sent);
    }

    void write(Collection<Charge> charges) {
        charges.forEach(this::write);
    }

    void write(Charge charge) {
        BlockOut block = blocks[Inputs.partition(charge.account().name(), blocks.length)];
        if (!block.add(charge)) {
            LOG.error(
                    "held back: a charge of {} with a number that is not finite, {}", charge.account(), charge.cause());
        } else if (block.size() >= LARGE) {
            write(block);
        }
    }

    /** Writes what is left; called at each commit. */
    void flush() {
        for (BlockOut block : blocks) {
            if (!block.isEmpty()) {
                write(block);
            }
        }
    }

    private void write(BlockOut block) {
        context.forward(new Record<>(key, block, block.newest()), sink);
        block.reset();
    }
}
