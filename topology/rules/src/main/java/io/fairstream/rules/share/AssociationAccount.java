package io.fairstream.rules.share;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Pages.Paged;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.UsageSums.TermSums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Usage and shares of one association, of one bank, or of both at one path. Mutable; one owner.
 *
 * <p>Sums depend on {@linkplain UsageTerms terms}. The account stores its charges, so that it can recompute the sums when the terms change,
 * as if the new terms had always applied. An association then charges its banks again and takes back its charges under the old terms, so a
 * bank has the right sums under any terms, in whatever order accounts are recomputed. Recent entries stay in memory; older ones go to
 * {@linkplain Pages pages}.
 */
public final class AssociationAccount extends Paged<AssociationAccount.Page> {
    private static final int MAX_ENTRIES = 192;
    private static final int PAGE_ENTRIES = 128;

    private String terms;
    private TermSums sums;
    private final TreeMap<String, TermSums> sumsBelow;
    private @Nullable ShareNode decision;
    private final List<AssociationEntry.Holding> entries;

    public AssociationAccount(UsageTerms terms) {
        this(terms.name(), TermSums.of(terms), new TreeMap<>(), null, List.of(), new Pages());
    }

    /**
     * @param terms name of the terms of the sums
     * @param sums sums of the charges as an association
     * @param sumsBelow sums of the charges as a bank, by name of the terms
     * @param decision shares, or null
     * @param entries recent entries of {@code sums}, in the order of arrival
     * @param pages pages of the older entries
     */
    public AssociationAccount(
            String terms,
            TermSums sums,
            SortedMap<String, TermSums> sumsBelow,
            @Nullable ShareNode decision,
            List<AssociationEntry.Holding> entries,
            Pages pages) {
        super(pages);
        this.terms = terms;
        this.sums = sums;
        this.sumsBelow = new TreeMap<>(sumsBelow);
        this.decision = decision;
        this.entries = new ArrayList<>(entries);
    }

    String terms() {
        return terms;
    }

    TermSums sums() {
        return sums;
    }

    SortedMap<String, TermSums> sumsBelow() {
        return sumsBelow;
    }

    /** Usage charged to the path as an association. */
    public UsageSums own() {
        return sums.sums();
    }

    /** Usage charged to the path as a bank. */
    public UsageSums below() {
        TermSums below = sumsBelow.get(terms);
        return below == null ? new UsageSums() : below.sums();
    }

    public List<AssociationEntry.Holding> entries() {
        return Collections.unmodifiableList(entries);
    }

    /** Shares of the path, or null if not decided. */
    public @Nullable ShareNode decision() {
        return decision;
    }

    /** Applies a decision, or its removal if null; returns false if nothing changed. */
    public boolean decide(@Nullable ShareNode decided) {
        boolean hasChanged = decided == null ? decision != null : !decided.equals(decision);
        decision = decided;
        return hasChanged;
    }

    /** Returns true if the sums were computed under these terms; if not, load all pages and then call {@link #recompute}. */
    public boolean isUnder(UsageTerms now) {
        return terms.equals(now.name());
    }

    @Override
    public void loadPage(Page page) {
        entries.addAll(0, page.entries());
    }

    /**
     * Recomputes the sums under other terms. Afterwards the banks must be charged with {@link #entries} again, and with the returned entry,
     * which takes back their charges under the old terms.
     */
    public AssociationEntry.Subtree recompute(UsageTerms now) {
        AssociationEntry.Subtree old = own().entry(terms, sums.halfLife()).negated();
        terms = now.name();
        sums = TermSums.of(now);
        entries.forEach(entry -> sum(entry, now));
        return old;
    }

    private void sum(AssociationEntry.Holding entry, UsageTerms now) {
        own().add(entry, now);
        own().removeRounding();
    }

    public void add(AssociationEntry.Holding entry, UsageTerms now) {
        sum(entry, now);
        entries.add(entry);
    }

    /** Adds a charge as a bank. Sums under other terms than the account's are kept separately. */
    public void add(AssociationEntry.Subtree entry) {
        UsageSums below = UsageSums.under(entry.terms(), entry.halfLife(), sumsBelow);
        below.add(entry);
        below.removeRounding();
    }

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
        return decision != null || own().asOf() != UsageSums.NEVER || !sumsBelow.isEmpty();
    }

    /** Returns the state at the newest instant of the account. */
    public AssociationState state(String path, UsageTerms now) {
        UsageSums own = own();
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

    /** An older part of an association's charges: entries in the order of arrival, at least one. */
    public record Page(List<AssociationEntry.Holding> entries) {
        public Page {
            entries = List.copyOf(entries);
        }
    }
}
