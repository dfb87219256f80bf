package io.fairstream.streams.stage;

import io.fairstream.rules.Active;
import io.fairstream.rules.daily.DailyAccount;
import io.fairstream.rules.daily.DailyPage;
import io.fairstream.rules.daily.DailyRow;
import io.fairstream.rules.daily.DayRow;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.WorkEntry;
import io.fairstream.rules.journal.WorkSums;
import io.fairstream.streams.state.Codecs;
import io.fairstream.streams.state.DailyHistory;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;

/** Folds charges into daily histories: one for each scope and id. */
public final class DailyStage extends Stage<Void, DailyHistory, DailyPage> {
    private final int activeWindow;
    private final WorkSums sums = new WorkSums(Ledger.HOST);

    public DailyStage(TopologyConfig accounting) {
        this.activeWindow = accounting.volunteers().activeWindow();
    }

    @Override
    public StateCodec<DailyHistory, DailyPage> codec() {
        return Codecs.histories();
    }

    @Override
    protected Ledger ledger() {
        return Ledger.HOST;
    }

    @Override
    protected void charge(CacheEntry<DailyHistory> state, Charge charge) {
        WorkEntry entry = (WorkEntry) charge.entry();
        if (entry instanceof WorkEntry.Seen seen) {
            see(state.state(), seen, charge);
        } else {
            DailyAccount account = state.state().account();
            while (!account.remembers(entry.first())) {
                out().store().recall(state, account);
            }
            account.add(entry);
        }
    }

    /** Tells the total on which days the user counts as active because of it. */
    private void see(DailyHistory history, WorkEntry.Seen seen, Charge charge) {
        sums.addActive(Active.USER, seen.day(), history.seen().gained(seen.day(), activeWindow), out().causeOf(charge));
        history.see(seen.day());
    }

    @Override
    protected void rows(CacheEntry<DailyHistory> state) {
        DailyAccount account = state.state().account();
        for (DailyRow row : account.takeChanged()) {
            DayRow written = row.isVirtual() ? null : DayRow.of(state.key(), row);
            out().write(Outputs.DAILY, DayRow.key(state.key(), row.day()), written, state.timestamp());
        }
        out().store().spill(state, account);
    }

    @Override
    protected void commit() {
        out().charge(sums.take());
    }
}
