package io.fairstream.streams.state;

import io.fairstream.rules.Pages;
import io.fairstream.rules.account.association.AssociationAccount;
import io.fairstream.rules.account.association.AssociationPage;
import io.fairstream.rules.account.association.TermSums;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.AssociationEntry;
import io.fairstream.rules.share.ShareNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps the accounts of associations and banks. Not safe for several threads. */
public final class AssociationAccountCodec
        implements StateCodec<PublishedAccount<AssociationAccount>, AssociationPage> {
    private static final int VERSION = 1;

    private final StateOut out = new StateOut();
    private final UsageTerms terms;

    /**
     * @param terms of accounts of which nothing is known
     */
    public AssociationAccountCodec(UsageTerms terms) {
        this.terms = terms;
    }

    @Override
    public PublishedAccount<AssociationAccount> create() {
        return new PublishedAccount<>(new AssociationAccount(terms));
    }

    @Override
    public byte[] write(PublishedAccount<AssociationAccount> state) {
        AssociationAccount account = state.account();
        out.begin(VERSION);
        out.writeBoolean(!state.keys().isEmpty());
        out.writeString(account.terms());
        writeSums(new TermSums(account.halfLife(), account.own()));
        out.writeLong(account.belowByTerms().size());
        account.belowByTerms().forEach((name, sums) -> {
            out.writeString(name);
            writeSums(sums);
        });
        writeDecision(account.decision());
        writeEntries(account.entries());
        out.writeLong(account.pages().first());
        out.writeLong(account.pages().next());
        return out.toByteArray();
    }

    @Override
    public PublishedAccount<AssociationAccount> read(String path, byte[] bytes) {
        StateIn in = open(bytes);
        Set<String> keys = in.readBoolean() ? Set.of(path) : Set.of();
        String sumsHold = in.readString();
        TermSums own = readSums(in);
        Map<String, TermSums> below = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            below.put(in.readString(), readSums(in));
        }
        ShareNode decision = readDecision(path, in);
        List<AssociationEntry.Holding> entries = readEntries(in);
        Pages pages = new Pages(in.readInt(), in.readInt());
        return new PublishedAccount<>(new AssociationAccount(sumsHold, own, below, entries, pages, decision), keys);
    }

    @Override
    public byte[] writePage(AssociationPage page) {
        out.begin(VERSION);
        writeEntries(page.entries());
        return out.toByteArray();
    }

    @Override
    public AssociationPage readPage(String path, byte[] bytes) {
        return new AssociationPage(readEntries(open(bytes)));
    }

    private static StateIn open(byte[] bytes) {
        StateIn in = new StateIn(bytes);
        if (in.version() != VERSION) {
            throw StateCodec.unknown("association account", in.version());
        }
        return in;
    }

    private void writeSums(TermSums sums) {
        out.writeDouble(sums.halfLife().seconds());
        UsageParts.write(sums.sums(), out);
    }

    private static TermSums readSums(StateIn in) {
        return new TermSums(new HalfLife(in.readDouble()), UsageParts.readSums(in));
    }

    private void writeDecision(@Nullable ShareNode decision) {
        out.writeBoolean(decision != null);
        if (decision != null) {
            out.writeBoolean(decision.kind() == ShareNode.Kind.BANK);
            out.writeDouble(decision.shares());
            out.writeBoolean(decision.active());
            out.writeBoolean(decision.useParent());
        }
    }

    private static @Nullable ShareNode readDecision(String path, StateIn in) {
        if (!in.readBoolean()) {
            return null;
        }
        ShareNode.Kind kind = in.readBoolean() ? ShareNode.Kind.BANK : ShareNode.Kind.USER;
        double shares = in.readDouble();
        boolean active = in.readBoolean();
        return new ShareNode(path, kind, shares, active, in.readBoolean());
    }

    private void writeEntries(List<AssociationEntry.Holding> entries) {
        out.writeLong(entries.size());
        long before = 0;
        for (AssociationEntry.Holding entry : entries) {
            out.writeLong(entry.at() - before);
            out.writeLong(entry.at() - entry.since());
            out.writeLong(entry.holdings());
            out.writeLong(entry.booked());
            if (entry.booked() != 0) {
                out.writeLong(entry.endedAt() - entry.at());
            }
            HeldParts.write(entry.held(), out);
            before = entry.at();
        }
    }

    private static List<AssociationEntry.Holding> readEntries(StateIn in) {
        int count = in.readInt();
        List<AssociationEntry.Holding> entries = new ArrayList<>(count);
        long at = 0;
        for (int i = 0; i < count; i++) {
            at += in.readLong();
            long since = at - in.readLong();
            int holdings = in.readInt();
            int booked = in.readInt();
            long endedAt = booked == 0 ? at : at + in.readLong();
            entries.add(new AssociationEntry.Holding(at, since, holdings, booked, endedAt, HeldParts.read(in)));
        }
        return entries;
    }
}
