package io.fairstream.cli.whatif;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.account.AccountState;
import io.fairstream.rules.account.CustomerEdit;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.Groups;
import io.fairstream.rules.account.PriorityAccount;
import io.fairstream.rules.account.PriorityRow;
import io.fairstream.rules.ledger.MatchCharge;
import io.fairstream.rules.ledger.MatchEvent;
import io.fairstream.rules.ledger.MatchLedger;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.streams.app.Rules;
import io.fairstream.streams.wire.Formats;
import io.fairstream.streams.wire.Generated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ledgers and accounts of a pool in memory, under one configuration: the rules that the topology runs, without a cluster.
 * Nothing is forgotten here, so late entries are always put in their places.
 */
final class InMemoryPipeline {
    private final Rules rules;
    private final Map<String, MatchLedger> ledgers = new HashMap<>();
    private final Map<String, PriorityAccount> accounts = new TreeMap<>();
    private final Groups groups;
    private long newest = EventTimes.NONE;
    private long refused;

    InMemoryPipeline(Rules rules) {
        this.rules = rules;
        this.groups = rules.factors().groups();
        groups.all().forEach(this::account);
    }

    /**
     * Takes in what happened to a resource.
     *
     * @param sent when it was sent, milliseconds since 1970
     */
    void add(MatchEvent event, long sent) {
        if (event.refusal(rules.times(), sent, newest) != null) {
            refused++;
            return;
        }
        newest = Math.max(newest, event.at());
        MatchLedger ledger = ledgers.computeIfAbsent(event.resource(), resource -> new MatchLedger());
        MatchEvent charged = rules.discountSuspended() ? event : event.chargingSuspended();
        for (MatchCharge change :
                ledger.apply(charged.sharing(event.resource())).entries()) {
            add(change.customer(), new Entry.Use(change.at(), change.resources(), change.weight(), change.since()));
        }
    }

    /** Takes in what the journal says of a customer who is no group; the groups above are charged, too. */
    void add(String customer, Entry.UseChange use) {
        account(customer).add(use);
        String group = groups.charged(customer);
        if (group != null) {
            add(group, Groups.passedOn(customer, group, use));
        }
    }

    /** Takes in an edit; before the events, so that none comes too late. */
    void add(CustomerEdit edit, long sent) {
        if (edit.refusal(groups, rules.times(), sent, EventTimes.NONE) != null) {
            refused++;
        } else {
            add(edit);
        }
    }

    /** Takes in an edit that was accepted. */
    void add(CustomerEdit edit) {
        account(edit.customer()).edit(edit.edit());
    }

    private PriorityAccount account(String customer) {
        return accounts.computeIfAbsent(customer, name -> new PriorityAccount(rules.halfLife()));
    }

    /** How many events and edits were refused. */
    long refused() {
        return refused;
    }

    /** The newest instant of which anything is known, milliseconds since 1970. */
    long newest() {
        return accounts.values().stream()
                .mapToLong(account -> settled(account).asOf())
                .max()
                .orElse(0);
    }

    /** The rows as they would stand in {@code priorities}, evaluated at an instant not before {@link #newest}. */
    List<Priority> rows(Instant at) {
        List<Priority> rows = new ArrayList<>(accounts.size());
        accounts.forEach((customer, account) -> {
            AccountState standing = settled(account);
            if (standing.exists() || groups.isGroup(customer)) {
                PriorityRow row = PriorityRow.of(customer, standing, rules.factors(), rules.halfLife());
                rows.add(PriorityAt.evaluate(Generated.record(Formats.PRIORITY, row, Priority.class), at));
            }
        });
        return rows;
    }

    private AccountState settled(PriorityAccount account) {
        account.settle();
        AccountState standing = account.standing();
        return standing.asOf() == AccountState.NEVER ? standing.at(0, rules.halfLife()) : standing;
    }
}
