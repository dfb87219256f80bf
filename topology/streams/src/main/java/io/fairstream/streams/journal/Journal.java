package io.fairstream.streams.journal;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.schemas.Topic;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what a task charges: at each commit one block for each partition of the accounts, sooner when it is large. Nobody sees a charge
 * before its transaction is committed, so none comes later for that.
 */
public final class Journal {
    /** Far from the limit of what is read as one record, with room for the largest charge. */
    private static final int LARGE = 256 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final Consumer<ChargeBlockBuilder> writer;
    private final ChargeBlockBuilder[] blocks;

    /**
     * @param partitions of the accounts
     * @param writer takes each block, which is emptied afterwards
     */
    public Journal(Ledger ledger, int partitions, Consumer<ChargeBlockBuilder> writer) {
        this.writer = writer;
        this.blocks = new ChargeBlockBuilder[partitions];
        for (int partition = 0; partition < blocks.length; partition++) {
            blocks[partition] = new ChargeBlockBuilder(partition, ledger);
        }
    }

    public void write(Charge charge) {
        ChargeBlockBuilder block = blocks[Topic.partition(charge.account().name(), blocks.length)];
        if (!block.add(charge)) {
            LOG.error(
                    "held back: a charge of {} with a number that is not finite, {}", charge.account(), charge.cause());
        } else if (block.size() >= LARGE) {
            write(block);
        }
    }

    /** Writes what is left; called at each commit. */
    public void flush() {
        for (ChargeBlockBuilder block : blocks) {
            if (!block.isEmpty()) {
                write(block);
            }
        }
    }

    private void write(ChargeBlockBuilder block) {
        writer.accept(block);
        block.reset();
    }
}
