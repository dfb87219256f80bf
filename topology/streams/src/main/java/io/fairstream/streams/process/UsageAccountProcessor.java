package io.fairstream.streams.process;

import io.fairstream.rules.account.usage.JobAccount;
import io.fairstream.rules.account.usage.JobRow;
import io.fairstream.rules.account.usage.UserAccount;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.UsageWire;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Folds charges into rows: an account for each key of {@code charges}.
 *
 * @param <A> an account
 */
public final class UsageAccountProcessor<A> implements Processor<String, Charge, String, Object> {
    /**
     * What an account does.
     *
     * @param <A> an account
     */
    public interface Account<A> extends BiConsumer<A, Charge> {
        /** The rows of the table that hold, by key. */
        Map<String, Object> rows(String key, A account);
    }

    private final String storeName;
    private final String sink;
    private final Account<A> account;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<PublishedAccount<A>, Void> store;

    /**
     * @param sink the node of the table
     */
    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public UsageAccountProcessor(String storeName, String sink, Account<A> account) {
        this.storeName = storeName;
        this.sink = sink;
        this.account = account;
    }

    /** Accounts of jobs. */
    public static UsageAccountProcessor<JobAccount> ofJobs(String storeName, String sink) {
        return new UsageAccountProcessor<>(storeName, sink, new OfJobs());
    }

    /** Accounts of users. */
    public static UsageAccountProcessor<UserAccount> ofUsers(String storeName, String sink, HalfLife halfLife) {
        return new UsageAccountProcessor<>(storeName, sink, new OfUsers(halfLife));
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        store.onFlush(context, new Flush());
    }

    @Override
    public void process(Record<String, Charge> record) {
        WriteBackStore.CacheEntry<PublishedAccount<A>> slot = store.slot(record.key());
        account.accept(slot.state().account(), record.value());
        store.changed(slot, record.timestamp());
        store.flushIfFull();
    }

    private final class Flush implements WriteBackStore.Flush<PublishedAccount<A>> {
        @Override
        public void publish(WriteBackStore.CacheEntry<PublishedAccount<A>> slot) {
            Map<String, Object> rows = account.rows(slot.key(), slot.state().account());
            for (String gone : slot.state().publish(rows.keySet())) {
                context.forward(new Record<>(gone, null, slot.timestamp()), sink);
            }
            rows.forEach((key, row) -> context.forward(new Record<>(key, row, slot.timestamp()), sink));
        }

        @Override
        public void finish() {
            // all that is told stands in the rows
        }
    }

    private record OfJobs() implements Account<JobAccount> {
        @Override
        public void accept(JobAccount account, Charge charge) {
            account.add(charge.dimensions().submitted(), (UsageEntry) charge.entry());
        }

        @Override
        public Map<String, Object> rows(String key, JobAccount account) {
            int slash = key.indexOf('/');
            String cluster = key.substring(0, slash);
            int end = key.indexOf('/', slash + 1);
            long jobId = Long.parseLong(key.substring(slash + 1, end < 0 ? key.length() : end));
            Map<String, Object> rows = new TreeMap<>();
            for (JobRow row : account.rows()) {
                Long submitted = row.book().submitted();
                String suffix = row.isFirst() || submitted == null ? "" : "@" + Instant.ofEpochMilli(submitted);
                rows.put(key + suffix, new UsageWire.JobUsage(cluster, jobId, row));
            }
            return rows;
        }
    }

    private record OfUsers(HalfLife halfLife) implements Account<UserAccount> {
        @Override
        public void accept(UserAccount account, Charge charge) {
            account.add((UsageEntry) charge.entry());
        }

        @Override
        public Map<String, Object> rows(String key, UserAccount account) {
            return account.exists() ? Map.of(key, new UsageWire.UserUsage(key, account, halfLife.seconds())) : Map.of();
        }
    }
}
