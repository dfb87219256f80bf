package io.fairstream.rules.laws;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Spilled;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.priority.PriorityAccount;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The accounts of a pool's customers with their pages, as an owner keeps them. */
public final class AccountPipeline {
    private final HalfLife halfLife;
    private final Groups groups;
    private final Map<String, PriorityAccount> accounts = new TreeMap<>();
    private final Map<String, Map<Integer, PriorityAccount.Page>> pages = new HashMap<>();
    private int spills;

    public AccountPipeline(HalfLife halfLife) {
        this(halfLife, Groups.EMPTY);
    }

    public AccountPipeline(HalfLife halfLife, Groups groups) {
        this.halfLife = halfLife;
        this.groups = groups;
    }

    public void charge(Charge charge) {
        charge(charge.account().name(), MatchText.rate(charge));
    }

    private void charge(String customer, RateChange change) {
        account(customer).add(change);
        String group = groups.charged(customer);
        if (group != null) {
            charge(group, Groups.passedOn(customer, group, change));
        }
    }

    /** Returns false if the edit is known. */
    public boolean edit(String customer, Edit edit) {
        PriorityAccount account = account(customer);
        while (!account.covers(edit.at())) {
            loadPage(customer, account);
        }
        return account.edit(edit);
    }

    public void applyLateEntries(String customer) {
        PriorityAccount account = account(customer);
        while (account.needsPage()) {
            loadPage(customer, account);
        }
        account.applyLateEntries();
        for (PriorityAccount.Page page : Spilled.pages(account)) {
            store(customer).put(account.pages().add(), page);
            spills++;
        }
    }

    /** Drops all pages. */
    public void forgetPages(String customer) {
        PriorityAccount account = account(customer);
        while (!account.pages().isEmpty()) {
            store(customer).remove(account.pages().first());
            account.pages().dropOldest();
        }
    }

    /** Replaces a settled account by one made of what is kept of it. */
    public void restart(String customer) {
        applyLateEntries(customer);
        PriorityAccount account = account(customer);
        Pages kept = new Pages(account.pages().first(), account.pages().next());
        accounts.put(customer, new PriorityAccount(halfLife, account.base(), List.copyOf(account.entries()), kept));
    }

    public AccountState at(String customer, long instant) {
        applyLateEntries(customer);
        return account(customer).state().at(instant, halfLife);
    }

    public PriorityAccount account(String customer) {
        return accounts.computeIfAbsent(customer, name -> new PriorityAccount(halfLife));
    }

    public int spills() {
        return spills;
    }

    private void loadPage(String customer, PriorityAccount account) {
        account.loadPage(
                Objects.requireNonNull(store(customer).remove(account.pages().takeNewest())));
    }

    private Map<Integer, PriorityAccount.Page> store(String customer) {
        return pages.computeIfAbsent(customer, name -> new HashMap<>());
    }
}
