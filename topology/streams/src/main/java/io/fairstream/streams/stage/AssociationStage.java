package io.fairstream.streams.stage;

import io.fairstream.rules.Refused;
import io.fairstream.rules.association.AssociationAccount;
import io.fairstream.rules.association.AssociationPage;
import io.fairstream.rules.association.AssociationState;
import io.fairstream.rules.association.BankSums;
import io.fairstream.rules.association.UsageTerms;
import io.fairstream.rules.journal.AssociationEntry;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.streams.state.Codecs;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Folds charges and decisions about shares into the usage of users in banks, and of banks: an account for each path. */
public final class AssociationStage extends Stage<ShareNode, PublishedAccount<AssociationAccount>, AssociationPage> {
    private final UsageTerms terms;
    private final BankSums banks;
    private final Output<AssociationState> usage;

    public AssociationStage(TopologyConfig accounting) {
        this.terms = accounting.sharing().terms();
        this.banks = new BankSums(terms);
        this.usage = Outputs.associationUsage(terms);
    }

    @Override
    public StateCodec<PublishedAccount<AssociationAccount>, AssociationPage> codec() {
        return Codecs.associations(terms);
    }

    @Override
    protected Ledger ledger() {
        return Ledger.JOB;
    }

    @Override
    protected String configuration() {
        return terms.name();
    }

    @Override
    protected void charge(CacheEntry<PublishedAccount<AssociationAccount>> state, Charge charge) {
        bringUnderTerms(state, charge.cause().sent());
        AssociationAccount account = state.state().account();
        if (charge.entry() instanceof AssociationEntry.Holding holding) {
            account.add(holding, terms);
            banks.add(state.key(), holding, out().causeOf(charge));
        } else if (charge.entry() instanceof AssociationEntry.Subtree subtree) {
            account.add(subtree);
        }
    }

    @Override
    protected @Nullable Refused apply(
            CacheEntry<PublishedAccount<AssociationAccount>> state, ShareNode node, Cause cause) {
        decide(state, node, cause.sent());
        return null;
    }

    @Override
    protected void withdraw(CacheEntry<PublishedAccount<AssociationAccount>> state, String path, long timestamp) {
        decide(state, null, timestamp);
    }

    private void decide(
            CacheEntry<PublishedAccount<AssociationAccount>> state, @Nullable ShareNode node, long timestamp) {
        bringUnderTerms(state, timestamp);
        if (state.state().account().decide(node)) {
            out().tally().applied();
            out().changed(state, timestamp);
        } else {
            out().tally().duplicate();
        }
    }

    /** Works an account out anew that was kept under other terms; whether it was. It is written then, as the banks were charged anew. */
    private boolean bringUnderTerms(CacheEntry<PublishedAccount<AssociationAccount>> state, long timestamp) {
        AssociationAccount account = state.state().account();
        if (account.isUnder(terms)) {
            return false;
        }
        while (!account.pages().isEmpty()) {
            out().store().recall(state, account);
        }
        Cause configuration = out().configuration(timestamp);
        banks.add(state.key(), account.renew(terms), configuration);
        for (AssociationEntry.Holding entry : account.entries()) {
            banks.add(state.key(), entry, configuration);
        }
        out().changed(state, timestamp);
        return true;
    }

    @Override
    protected void rows(CacheEntry<PublishedAccount<AssociationAccount>> state) {
        AssociationAccount account = state.state().account();
        String path = state.key();
        Map<String, AssociationState> rows = account.exists() ? Map.of(path, account.standing(path, terms)) : Map.of();
        out().publish(usage, state.state(), rows, state.timestamp());
        if (rows.isEmpty()) {
            out().store().drop(state, account.pages(), state.timestamp());
        }
        out().store().spill(state, account);
    }

    @Override
    protected void renew(CacheEntry<PublishedAccount<AssociationAccount>> state) {
        long timestamp = out().wallClock();
        if (bringUnderTerms(state, timestamp)) {
            rows(state);
        }
    }

    @Override
    protected void commit() {
        out().charge(banks.take());
    }
}
