package io.fairstream.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases Kafka resources of a dead instance: its group membership, which would last until its session ends, and its open transactions,
 * which block all readers of committed records until they time out. Several instances may do this at once. Failures are left to the
 * timeouts.
 */
final class PeerFencing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerFencing.class);
    private static final long TIMEOUT_SECONDS = 10;
    private static final int LISTING_MILLIS = 3000;

    private final Admin admin;
    private final String applicationId;

    PeerFencing(Map<String, Object> clients, String applicationId) {
        this.admin = Admin.create(clients);
        this.applicationId = applicationId;
    }

    void of(Identity dead) {
        attempt("the place of " + dead.instanceId(), () -> removeMembers(dead));
        attempt(
                "the transactions of " + dead.instanceId(),
                () -> fence(open(id -> dead.isTransaction(applicationId, id)), dead.instanceId()));
    }

    /**
     * Aborts the transactions of processes that are not members of the group, because their session ended or they had no static name. Does
     * nothing if the process of any member is unknown.
     */
    void ofStrangers() {
        attempt("the transactions of those that are no members", () -> {
            Set<String> open = open(id -> Identity.isTransactionOf(applicationId, id));
            if (!open.isEmpty()) {
                List<Optional<String>> processes = members().stream()
                        .map(member -> Identity.process(applicationId, member.clientId()))
                        .toList();
                if (processes.stream().allMatch(Optional::isPresent)) {
                    processes.forEach(process -> open.removeIf(
                            transaction -> transaction.startsWith(applicationId + "-" + process.orElseThrow() + "-")));
                    fence(open, "processes that are gone");
                }
            }
        });
    }

    private List<MemberDescription> members() throws InterruptedException, ExecutionException, TimeoutException {
        return get(admin.describeConsumerGroups(Set.of(applicationId)).all()).values().stream()
                .flatMap(group -> group.members().stream())
                .toList();
    }

    private void removeMembers(Identity dead) throws InterruptedException, ExecutionException, TimeoutException {
        Set<MemberToRemove> members = members().stream()
                .flatMap(member -> member.groupInstanceId().stream())
                .filter(dead::isMember)
                .map(MemberToRemove::new)
                .collect(Collectors.toSet());
        if (!members.isEmpty()) {
            var options = new RemoveMembersFromConsumerGroupOptions(members);
            options.reason("its process is dead");
            get(admin.removeMembersFromConsumerGroup(applicationId, options).all());
            LOG.info("{} is dead; the others take over its tasks", dead.instanceId());
        }
    }

    private Set<String> open(Predicate<String> ours) throws InterruptedException, ExecutionException, TimeoutException {
        var ongoing = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
        ongoing.timeoutMs(LISTING_MILLIS);
        return listed(get(admin.listTransactions(ongoing).byBrokerId())).stream()
                .filter(ours)
                .collect(Collectors.toSet());
    }

    /**
     * Collects the transactions that brokers list. A broker that does not answer is skipped: if it is dead, another broker takes over its
     * transactions. Kafka's own request for all brokers fails if any of them fails.
     */
    static List<String> listed(Map<Integer, KafkaFuture<Collection<TransactionListing>>> byBroker)
            throws InterruptedException, TimeoutException {
        List<String> listed = new ArrayList<>();
        for (Map.Entry<Integer, KafkaFuture<Collection<TransactionListing>>> broker : byBroker.entrySet()) {
            try {
                get(broker.getValue()).forEach(transaction -> listed.add(transaction.transactionalId()));
            } catch (ExecutionException e) {
                LOG.info("Broker {} does not list its transactions: {}", broker.getKey(), String.valueOf(e.getCause()));
            }
        }
        return listed;
    }

    private void fence(Set<String> transactions, String whose)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!transactions.isEmpty()) {
            get(admin.fenceProducers(transactions).all());
            LOG.info("Aborted open transactions of {}: {}", whose, transactions.size());
        }
    }

    private static <T> T get(KafkaFuture<T> answer) throws InterruptedException, ExecutionException, TimeoutException {
        return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private interface Request {
        void send() throws InterruptedException, ExecutionException, TimeoutException;
    }

    private static void attempt(String what, Request request) {
        try {
            request.send();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            LOG.warn("Could not release {} early; it times out later: {}", what, e.toString());
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
