package io.fairstream.rules.association;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Pages.Paged;
import io.fairstream.rules.association.UsageSums.TermSums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Usage of one association, of one bank, or of both at one path, and the decision for it. Mutable; one owner.
 *
 * <p>Sums hold under {@linkplain UsageTerms terms}. The account remembers what it was charged, so that under other terms it
 * can be summed anew, as if they had always been these. An association then charges its banks anew and takes back what it charged
 * them under the old terms; so a bank has the right sums under any terms, whoever is renewed first. Recent entries
 * stay here; older ones go to {@linkplain Pages pages}.
 */
public final class AssociationAccount implements Paged<AssociationAccount.Page> {
    private static final int MAX_ENTRIES = 192;
    private static final int PAGE_ENTRIES = 128;

    private String terms;
    private HalfLife halfLife;
    private UsageSums own;
    private final Map<String, TermSums> below;
    private final List<AssociationEntry.Holding> entries;
    private final Pages pages;
    private @Nullable ShareNode decision;

    /** An account of which nothing is known. */
    public AssociationAccount(UsageTerms terms) {
        this(terms.name(), new TermSums(terms.halfLife(), new UsageSums()), Map.of(), List.of(), new Pages(), null);
    }

    private AssociationAccount(
            String terms,
            TermSums own,
            Map<String, TermSums> below,
            List<AssociationEntry.Holding> entries,
            Pages pages,
            @Nullable ShareNode decision) {
        this.terms = terms;
        this.halfLife = own.halfLife();
        this.own = own.sums();
        this.below = new TreeMap<>(below);
        this.entries = new ArrayList<>(entries);
        this.pages = pages;
        this.decision = decision;
    }

    /**
     * All there is to an account, to keep it.
     *
     * @param terms the name of those under which the sums hold
     * @param own sums of what it was charged as an association
     * @param below sums of what it was charged as a bank, by the names of the terms
     * @param decision its shares, or null
     * @param entries the recent ones of {@code own}, in the order in which they came
     * @param pages where the older entries are
     */
    public record Snapshot(
            String terms,
            TermSums.Snapshot own,
            SortedMap<String, TermSums.Snapshot> below,
            @Nullable ShareNode decision,
            List<AssociationEntry.Holding> entries,
            Pages.Snapshot pages) {}

    /** An account as it was kept. */
    public static AssociationAccount of(Snapshot kept) {
        Map<String, TermSums> below = new TreeMap<>();
        kept.below.forEach((name, sums) -> below.put(name, TermSums.of(sums)));
        return new AssociationAccount(
                kept.terms, TermSums.of(kept.own), below, kept.entries, Pages.of(kept.pages), kept.decision);
    }

    public Snapshot snapshot() {
        SortedMap<String, TermSums.Snapshot> kept = new TreeMap<>();
        below.forEach((name, sums) -> kept.put(name, sums.snapshot()));
        TermSums.Snapshot ofOwn = new TermSums(halfLife, own).snapshot();
        return new Snapshot(terms, ofOwn, kept, decision, entries(), pages.snapshot());
    }

    /** Usage charged to the path as an association. */
    public UsageSums own() {
        return own;
    }

    /** Usage charged to the path as a bank. */
    public UsageSums below() {
        TermSums sums = below.get(terms);
        return sums == null ? new UsageSums() : sums.sums();
    }

    public List<AssociationEntry.Holding> entries() {
        return Collections.unmodifiableList(entries);
    }

    @Override
    public Pages pages() {
        return pages;
    }

    /** Its shares, or null when nobody decided them. */
    public @Nullable ShareNode decision() {
        return decision;
    }

    /** Takes in a decision, or null when it was taken back; false if it is the same as before. */
    public boolean decide(@Nullable ShareNode decided) {
        boolean hasChanged = decided == null ? decision != null : !decided.equals(decision);
        decision = decided;
        return hasChanged;
    }

    /** Returns true if the sums hold under these terms; if not, all pages must be recalled and then {@link #renew} called. */
    public boolean isUnder(UsageTerms now) {
        return terms.equals(now.name());
    }

    /** Takes back the newest page, which goes before what is here. */
    @Override
    public void loadPage(Page page) {
        entries.addAll(0, page.entries());
    }

    /**
     * Sums anew under other terms; {@link #entries} must be charged to the banks again, and what is returned, which takes back
     * what they were charged under the old ones.
     */
    public AssociationEntry.Subtree renew(UsageTerms now) {
        AssociationEntry.Subtree old = own.entry(terms, halfLife).negated();
        terms = now.name();
        halfLife = now.halfLife();
        own = new UsageSums();
        entries.forEach(entry -> sum(entry, now));
        return old;
    }

    private void sum(AssociationEntry.Holding entry, UsageTerms now) {
        own.add(entry, now);
        own.settle();
    }

    /** Takes in what it is charged as an association. */
    public void add(AssociationEntry.Holding entry, UsageTerms now) {
        sum(entry, now);
        entries.add(entry);
    }

    /** Takes in what it is charged as a bank. Sums under other terms than its own stand apart. */
    public void add(AssociationEntry.Subtree entry) {
        UsageSums sums = below.computeIfAbsent(entry.terms(), any -> new TermSums(entry.halfLife(), new UsageSums()))
                .sums();
        sums.add(entry);
        sums.settle();
    }

    /** Hands out the oldest entries if there are too many here, or null; the caller keeps them. Call it until it returns null. */
    @Override
    public @Nullable Page evictPage() {
        if (entries.size() <= MAX_ENTRIES) {
            return null;
        }
        List<AssociationEntry.Holding> old = entries.subList(0, PAGE_ENTRIES);
        Page page = new Page(List.copyOf(old));
        old.clear();
        return page;
    }

    /** True if the account has content: a charge or a decision. */
    public boolean exists() {
        return decision != null || own.asOf() != UsageSums.NEVER || !below.isEmpty();
    }

    /** Where it stands, at the newest instant that it knows of. */
    public AssociationState state(String path, UsageTerms now) {
        own.forget(now);
        UsageSums subtree = below();
        subtree.forget(now);
        boolean isUser = own.asOf() != UsageSums.NEVER;
        ShareNode.Kind kind = isUser ? ShareNode.Kind.USER : ShareNode.Kind.BANK;
        return new AssociationState(
                path,
                decision == null ? kind : decision.kind(),
                decision == null ? null : (Double) decision.shares(),
                decision == null || decision.active(),
                decision != null && decision.useParent(),
                own.plus(subtree, now));
    }

    /**
     * An older part of what an association was charged.
     *
     * @param entries in the order in which they came, at least one
     */
    public record Page(List<AssociationEntry.Holding> entries) {
        public Page {
            entries = List.copyOf(entries);
        }
    }
}
