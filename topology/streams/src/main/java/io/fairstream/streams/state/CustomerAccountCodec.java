package io.fairstream.streams.state;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Pages;
import io.fairstream.rules.account.AccountPage;
import io.fairstream.rules.account.AccountState;
import io.fairstream.rules.account.Decision;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.Membership;
import io.fairstream.rules.account.PriorityAccount;
import io.fairstream.rules.decay.HalfLife;
import java.util.ArrayList;
import java.util.List;

/** Keeps customers' accounts. Not safe for several threads. */
public final class CustomerAccountCodec implements StateCodec<CustomerAccount, AccountPage> {
    /** Knows no groups. */
    private static final int WITHOUT_GROUPS = 1;

    private static final int VERSION = 2;
    private static final int USE = 10;
    private static final int SUBTREE_USE = 11;

    private final StateOut out = new StateOut();
    private final HalfLife halfLife;

    public CustomerAccountCodec(HalfLife halfLife) {
        this.halfLife = halfLife;
    }

    @Override
    public CustomerAccount create() {
        return new CustomerAccount(new PriorityAccount(halfLife), new Membership(), AccountState.NEVER);
    }

    @Override
    public byte[] write(CustomerAccount state) {
        out.begin(VERSION);
        PriorityAccount account = state.account();
        writeTime(state.published());
        writeStanding(account.base().snapshot());
        writeEntries(account.entries());
        out.writeLong(account.pages().first());
        out.writeLong(account.pages().next());
        writeMembership(state.membership().snapshot());
        return out.toByteArray();
    }

    @Override
    public CustomerAccount read(String customer, byte[] bytes) {
        StateIn in = open(bytes);
        long published = readTime(in);
        AccountState base = readStanding(in);
        List<Entry> entries = readEntries(in);
        Pages pages = new Pages(in.readInt(), in.readInt());
        PriorityAccount account = new PriorityAccount(halfLife, base, entries, pages);
        return new CustomerAccount(account, readMembership(in, account.standing()), published);
    }

    private void writeMembership(Membership.Snapshot membership) {
        out.writeBoolean(membership.group() != null);
        if (membership.group() != null) {
            out.writeString(membership.group());
        }
        out.writeLong(membership.resources());
        out.writeDouble(membership.weight());
        out.writeDouble(membership.weightError());
        writeTime(membership.moved());
    }

    private static Membership readMembership(StateIn in, AccountState standing) {
        return Membership.of(
                in.version() == WITHOUT_GROUPS
                        ? new Membership.Snapshot(
                                null, standing.resourcesInUse(), standing.weightInUse(), 0, AccountState.NEVER)
                        : new Membership.Snapshot(
                                in.readBoolean() ? in.readString() : null,
                                in.readLong(),
                                in.readDouble(),
                                in.readDouble(),
                                readTime(in)));
    }

    @Override
    public byte[] writePage(AccountPage page) {
        out.begin(VERSION);
        writeStanding(page.base().snapshot());
        writeEntries(page.entries());
        return out.toByteArray();
    }

    @Override
    public AccountPage readPage(String customer, byte[] bytes) {
        StateIn in = open(bytes);
        return new AccountPage(readStanding(in), readEntries(in));
    }

    private static StateIn open(byte[] bytes) {
        StateIn in = new StateIn(bytes);
        if (in.version() < WITHOUT_GROUPS || in.version() > VERSION) {
            throw StateCodec.unknown("priority account", in.version());
        }
        return in;
    }

    private void writeTime(long millis) {
        out.writeBoolean(millis != AccountState.NEVER);
        if (millis != AccountState.NEVER) {
            out.writeLong(millis);
        }
    }

    private static long readTime(StateIn in) {
        return in.readBoolean() ? in.readLong() : AccountState.NEVER;
    }

    private void writeStanding(AccountState.Snapshot standing) {
        writeTime(standing.asOf());
        if (standing.asOf() == AccountState.NEVER) {
            return;
        }
        out.writeDouble(standing.priority());
        out.writeLong(standing.resources());
        out.writeDouble(standing.weight());
        out.writeDouble(standing.weightError());
        out.writeLong(standing.subtreeResources());
        out.writeDouble(standing.subtreeWeight());
        out.writeDouble(standing.subtreeWeightError());
        out.writeLong(standing.usageMillis());
        out.writeDouble(standing.weightedMillis());
        out.writeDouble(standing.weightedError());
        writeTime(standing.beginUsage());
        writeTime(standing.lastUsage());
        out.writeBoolean(standing.exists());
        writeTime(standing.prioritySet());
        writeTime(standing.usageSet());
        writeTime(standing.weightedSet());
        writeTime(standing.deleted());
        out.writeLong(standing.decisions().size());
        standing.decisions().forEach(this::writeDecision);
    }

    private static AccountState readStanding(StateIn in) {
        long asOf = readTime(in);
        if (asOf == AccountState.NEVER) {
            return new AccountState();
        }
        boolean knowsGroups = in.version() > WITHOUT_GROUPS;
        return AccountState.of(new AccountState.Snapshot(
                asOf,
                in.readDouble(),
                in.readLong(),
                in.readDouble(),
                in.readDouble(),
                knowsGroups ? in.readLong() : 0,
                knowsGroups ? in.readDouble() : 0,
                knowsGroups ? in.readDouble() : 0,
                in.readLong(),
                in.readDouble(),
                in.readDouble(),
                readTime(in),
                readTime(in),
                in.readBoolean(),
                readTime(in),
                readTime(in),
                readTime(in),
                readTime(in),
                readDecisions(in)));
    }

    private void writeDecision(Decision decision) {
        out.writeString(decision.kind().name());
        out.writeDouble(decision.value());
        out.writeLong(decision.at());
        out.writeLong(decision.until());
    }

    private static List<Decision> readDecisions(StateIn in) {
        List<Decision> decisions = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            Decision.Kind kind = Decision.Kind.valueOf(in.readString());
            decisions.add(new Decision(kind, Bounds.decided(in.readDouble()), in.readLong(), in.readLong()));
        }
        return List.copyOf(decisions);
    }

    private void writeEntries(List<Entry> entries) {
        out.writeLong(entries.size());
        long before = 0;
        for (Entry entry : entries) {
            out.writeLong(entry.at() - before);
            writeEntry(entry);
            before = entry.at();
        }
    }

    private void writeEntry(Entry entry) {
        if (entry instanceof Entry.UseChange use) {
            out.writeLong(use instanceof Entry.Use ? USE : SUBTREE_USE);
            out.writeLong(use.resources());
            out.writeDouble(use.weight());
            out.writeLong(use.at() - use.since());
            return;
        }
        out.writeLong(entry.rank());
        out.writeString(entry.by());
        if (entry instanceof Entry.Decide decide) {
            out.writeDouble(decide.value());
            out.writeLong(decide.until());
        } else if (entry instanceof Entry.CancelLease cancel) {
            out.writeString(cancel.kind().name());
        } else if (entry instanceof Entry.SetPriority set) {
            out.writeDouble(set.priority());
        } else if (entry instanceof Entry.SetAccumulatedUsage set) {
            out.writeDouble(set.weightedSeconds());
        } else if (entry instanceof Entry.SetBeginUsage set) {
            out.writeLong(set.beginUsage());
        } else if (entry instanceof Entry.SetLastUsage set) {
            out.writeLong(set.lastUsage());
        }
    }

    private static List<Entry> readEntries(StateIn in) {
        int count = in.readInt();
        List<Entry> entries = new ArrayList<>(count);
        long at = 0;
        for (int i = 0; i < count; i++) {
            at += in.readLong();
            entries.add(readEntry(at, in));
        }
        return entries;
    }

    private static Entry readEntry(long at, StateIn in) {
        int kind = in.readInt();
        if (kind == USE) {
            int resources = in.readInt();
            return new Entry.Use(at, resources, Bounds.weight(resources, in.readDouble()), at - in.readLong());
        }
        if (kind == SUBTREE_USE) {
            int resources = in.readInt();
            return new Entry.SubtreeUse(at, resources, Bounds.weight(resources, in.readDouble()), at - in.readLong());
        }
        String by = in.readString();
        return switch (kind) {
            case 0 -> readDecide(at, by, Decision.Kind.FACTOR, in);
            case 1 -> readDecide(at, by, Decision.Kind.CEILING, in);
            case 2 -> readDecide(at, by, Decision.Kind.FLOOR, in);
            case 3 -> new Entry.CancelLease(at, by, Decision.Kind.valueOf(in.readString()));
            case 4 -> new Entry.SetPriority(at, by, Bounds.decided(in.readDouble()));
            case 5 -> new Entry.SetAccumulatedUsage(at, by, Bounds.decidedUsage(in.readDouble()));
            case 6 -> new Entry.SetBeginUsage(at, by, in.readLong());
            case 7 -> new Entry.SetLastUsage(at, by, in.readLong());
            case 8 -> new Entry.ResetUsage(at, by);
            case 9 -> new Entry.Delete(at, by);
            default -> throw new IllegalStateException("entry of kind " + kind);
        };
    }

    private static Entry readDecide(long at, String by, Decision.Kind kind, StateIn in) {
        return new Entry.Decide(at, by, kind, Bounds.decided(in.readDouble()), in.readLong());
    }
}
