package io.fairstream.streams.state;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.Pages;
import io.fairstream.rules.account.daily.DailyAccount;
import io.fairstream.rules.account.daily.DailyPage;
import io.fairstream.rules.account.daily.DayEntry;
import io.fairstream.rules.account.daily.WorkSum;
import java.util.SortedMap;

/** Keeps daily histories. Not safe for several threads. */
public final class DailyHistoryCodec implements StateCodec<DailyHistory, DailyPage> {
    private static final int VERSION = 1;

    private final StateOut out = new StateOut();

    @Override
    public DailyHistory create() {
        return new DailyHistory(new DailyAccount(), ActiveDays.NONE);
    }

    @Override
    public byte[] write(DailyHistory history) {
        DailyAccount account = history.account();
        out.begin(VERSION);
        WorkParts.write(history.seen(), out);
        out.writeBoolean(account.newest() != DailyAccount.NEVER);
        if (account.newest() != DailyAccount.NEVER) {
            out.writeLong(account.newest());
        }
        out.writeLong(account.pages().first());
        out.writeLong(account.pages().next());
        WorkParts.write(account.before(), out);
        WorkParts.write(account.days(), out);
        return out.toByteArray();
    }

    @Override
    public DailyHistory read(String key, byte[] bytes) {
        StateIn in = known(bytes);
        ActiveDays seen = WorkParts.readDays(in);
        long newest = in.readBoolean() ? in.readLong() : DailyAccount.NEVER;
        Pages pages = new Pages(in.readInt(), in.readInt());
        WorkSum before = WorkParts.readSum(in);
        SortedMap<Long, DayEntry> days = WorkParts.readDayEntries(in);
        return new DailyHistory(new DailyAccount(before, days, pages, newest), seen);
    }

    @Override
    public byte[] writePage(DailyPage page) {
        out.begin(VERSION);
        WorkParts.write(page.before(), out);
        WorkParts.write(page.days(), out);
        return out.toByteArray();
    }

    @Override
    public DailyPage readPage(String key, byte[] bytes) {
        StateIn in = known(bytes);
        return new DailyPage(WorkParts.readSum(in), WorkParts.readDayEntries(in));
    }

    private static StateIn known(byte[] bytes) {
        StateIn in = new StateIn(bytes);
        if (in.version() != VERSION) {
            throw StateCodec.unknown("daily history", in.version());
        }
        return in;
    }
}
