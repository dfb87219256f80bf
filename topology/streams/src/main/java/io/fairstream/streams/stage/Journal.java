package io.fairstream.streams.stage;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.wire.ChargeBlockBuilder;
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

    private final TaskContext context;
    private final String key;
    private final ChargeBlockBuilder[] blocks;

    /** @param partitions of the accounts */
    Journal(TaskContext context, Ledger ledger, int partitions) {
        this.context = context;
        this.key = ledger + "/" + context.partition();
        this.blocks = new ChargeBlockBuilder[partitions];
        for (int partition = 0; partition < blocks.length; partition++) {
            blocks[partition] = new ChargeBlockBuilder(partition, ledger);
        }
    }

    void write(Charge charge) {
        ChargeBlockBuilder block = blocks[Topic.partition(charge.account().name(), blocks.length)];
        if (!block.add(charge)) {
            LOG.error(
                    "held back: a charge of {} with a number that is not finite, {}", charge.account(), charge.cause());
        } else if (block.size() >= LARGE) {
            write(block);
        }
    }

    /** Writes what is left; called at each commit. */
    void flush() {
        for (ChargeBlockBuilder block : blocks) {
            if (!block.isEmpty()) {
                write(block);
            }
        }
    }

    private void write(ChargeBlockBuilder block) {
        context.write(Outputs.CHARGES, key, block, block.newest());
        block.reset();
    }
}
