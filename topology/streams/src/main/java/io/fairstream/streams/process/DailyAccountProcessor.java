package io.fairstream.streams.process;

import io.fairstream.rules.Active;
import io.fairstream.rules.account.daily.DailyAccount;
import io.fairstream.rules.account.daily.DailyPage;
import io.fairstream.rules.account.daily.DailyRow;
import io.fairstream.rules.account.daily.DayRow;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.WorkEntry;
import io.fairstream.rules.journal.WorkSums;
import io.fairstream.streams.state.DailyHistory;
import io.fairstream.streams.state.WriteBackStore;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Folds charges into daily histories: one for each scope and id. */
public final class DailyAccountProcessor implements Processor<String, Charge, String, Object> {
    /** The nodes to which results go. */
    public record Sinks(String daily, String charges) {}

    private final Accounting accounting;
    private final String storeName;
    private final Sinks sinks;
    private final int activeWindow;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<DailyHistory, DailyPage> store;
    private Journal journal;
    private WorkSums sums;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public DailyAccountProcessor(Accounting accounting, String storeName, Sinks sinks) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.sinks = sinks;
        this.activeWindow = accounting.volunteers().activeWindow();
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        journal = new Journal(accounting, context, sinks.charges(), Ledger.HOST);
        sums = new WorkSums(Ledger.HOST);
        store.onFlush(context, new Flush());
    }

    @Override
    public void process(Record<String, Charge> record) {
        WriteBackStore.CacheEntry<DailyHistory> slot = store.slot(record.key());
        WorkEntry entry = (WorkEntry) record.value().entry();
        if (entry instanceof WorkEntry.Seen seen) {
            see(slot.state(), seen, record.timestamp());
        } else {
            DailyAccount account = slot.state().account();
            while (!account.remembers(entry.first())) {
                account.recall(store.recall(slot.key(), account.pages()));
            }
            account.add(entry);
        }
        store.changed(slot, record.timestamp());
        store.flushIfFull();
    }

    /** Tells the total on which days the user counts as active because of it. */
    private void see(DailyHistory history, WorkEntry.Seen seen, long timestamp) {
        sums.addActive(
                Active.USER,
                seen.day(),
                history.seen().gained(seen.day(), activeWindow),
                Inputs.read(context).cause(timestamp));
        history.see(seen.day());
    }

    private final class Flush implements WriteBackStore.Flush<DailyHistory> {
        @Override
        public void publish(WriteBackStore.CacheEntry<DailyHistory> slot) {
            DailyAccount account = slot.state().account();
            for (DailyRow row : account.takeChanged()) {
                DayRow told = row.isVirtual() ? null : DayRow.of(slot.key(), row);
                context.forward(new Record<>(DayRow.key(slot.key(), row.day()), told, slot.timestamp()), sinks.daily());
            }
            for (DailyPage page = account.spill(); page != null; page = account.spill()) {
                store.keep(slot.key(), account.pages(), page);
            }
        }

        @Override
        public void finish() {
            journal.write(sums.take());
            journal.flush();
        }
    }
}
