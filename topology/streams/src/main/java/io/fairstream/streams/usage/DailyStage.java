package io.fairstream.streams.usage;

import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.usage.DailyAccount;
import io.fairstream.rules.usage.DailyAccount.DayRow;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;

/** Folds charges into daily histories, one for each scope and id. */
public final class DailyStage extends Stage<Void, DailyStage.DailyHistory, DailyAccount.Page> {
    public static final Output<DayRow> DAILY = new Output<>(
            Topics.DAILY,
            new RecordFormat<>(DayRow.class, Topics.DAILY),
            (key, row, partitions) -> Topic.partition(DayRow.account(key), partitions));

    private final int activeWindowDays;
    private final ChargeSums sums = new ChargeSums(Ledger.HOST);

    public DailyStage(TopologyConfig config) {
        this.activeWindowDays = config.volunteers().activeWindowDays();
    }

    @Override
    public StateCodec<DailyHistory, DailyAccount.Page> codec() {
        return new SnapshotCodec<>(
                () -> new DailyHistory(ActiveDays.EMPTY, new DailyAccount()), DailyHistory.LAYOUT, DailyHistory.PAGES);
    }

    @Override
    protected Maintenance<DailyHistory> maintenance() {
        return new Maintenance<DailyHistory>().atCommit(() -> out().charge(sums.take()));
    }

    @Override
    protected void charge(CacheEntry<DailyHistory> state, Charge charge) {
        HostUsageEntry entry = (HostUsageEntry) charge.entry();
        if (entry instanceof HostUsageEntry.Seen seen) {
            see(state.state(), seen, charge);
        } else {
            DailyAccount account = state.state().account();
            while (!account.isInMemory(entry.first())) {
                out().store().loadPage(state, account);
            }
            account.add(entry);
        }
    }

    /** Charges the total with the days on which this report makes the user active. */
    private void see(DailyHistory history, HostUsageEntry.Seen seen, Charge charge) {
        sums.addActive(
                Active.USER, seen.day(), history.seen().gained(seen.day(), activeWindowDays), out().causeOf(charge));
        history.see(seen.day());
    }

    @Override
    protected void rows(CacheEntry<DailyHistory> state) {
        DailyAccount account = state.state().account();
        account.takeChanged((day, total, entry) -> {
            DayRow row = entry.isEmpty() ? null : DayRow.of(state.key(), day, total, entry);
            out().write(DAILY, DayRow.key(state.key(), day), row, state.timestamp());
        });
        out().store().evictPages(state, account);
    }

    /** Daily history, and for a user the days on which any of their hosts reported. Mutable; one owner. */
    public static final class DailyHistory {
        static final Layout<DailyHistory, DailyHistory> LAYOUT = Layout.of("daily history", 1, DailyHistory.class);
        static final Layout<DailyAccount.Page, DailyAccount.Page> PAGES =
                Layout.of("daily history", 1, DailyAccount.Page.class);

        private ActiveDays seen;
        private final DailyAccount account;

        public DailyHistory(ActiveDays seen, DailyAccount account) {
            this.seen = seen;
            this.account = account;
        }

        public DailyAccount account() {
            return account;
        }

        public ActiveDays seen() {
            return seen;
        }

        public void see(long day) {
            seen = seen.with(day);
        }
    }
}
