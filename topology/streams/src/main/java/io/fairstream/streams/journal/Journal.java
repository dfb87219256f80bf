package io.fairstream.streams.journal;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.errors.ErrorHandlers.UnfitRecordException;
import io.fairstream.streams.errors.UnreadableRecord;
import io.fairstream.streams.runtime.Origins;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of a task's charges: at each commit one block for each partition of the accounts, earlier if a block is large. Charges become
 * visible only when their transaction commits, so collecting them causes no delay.
 */
public final class Journal {
    /** Block size in bytes at which a block is written; far below the limit of a record, with room for the largest charge. */
    private static final int LARGE = 256 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final Consumer<ChargeBlockBuilder> writer;
    private final ChargeBlockBuilder[] blocks;

    /**
     * @param partitions number of partitions of the accounts
     * @param writer receives each block, which is cleared afterwards
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

    /** Writes the remaining charges; called at each commit. */
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

    /** Forwards each charge of a block to the account that pays, with the timestamp of the record that led to the charge. */
    public static final class ChargesByAccount implements Processor<String, List<Charge>, String, Charge> {
        private final EventTimes times;
        private final Map<Account.Kind, String> accounts;
        private ProcessorContext<String, Charge> context;

        /** @param accounts name of the node for each kind of account */
        @SuppressWarnings("NullAway.Init") // init sets the context
        public ChargesByAccount(EventTimes times, Map<Account.Kind, String> accounts) {
            this.times = times;
            this.accounts = new EnumMap<>(accounts);
        }

        @Override
        public void init(ProcessorContext<String, Charge> processorContext) {
            context = processorContext;
        }

        @Override
        public void process(Record<String, List<Charge>> record) {
            UnreadableRecord.check(record.headers());
            check(record);
            for (Charge charge : record.value()) {
                Account account = charge.account();
                context.forward(
                        new Record<>(account.name(), charge, charge.cause().sent()), accounts.get(account.kind()));
            }
        }

        /**
         * Checks that charges are valid before any of them is forwarded. Another writer with access to this topic can charge anybody, but
         * cannot stop the topology.
         *
         * @throws UnfitRecordException if a charge is invalid
         */
        private void check(Record<String, @Nullable List<Charge>> record) {
            if (record.value() == null) {
                throw new UnfitRecordException("value: null (expected: charges)");
            }
            boolean isOwn = record.headers().lastHeader(Origins.OWN) != null;
            for (Charge charge : record.value()) {
                Rejection refused = charge.refusal(record.timestamp());
                refused = refused == null && !isOwn ? charge.refusalOfInstant(times) : refused;
                if (refused != null) {
                    throw new UnfitRecordException("charge: " + refused.detail());
                }
            }
        }
    }
}
