package io.fairstream.admin;

import io.fairstream.admin.Diagnosis.Area;
import io.fairstream.app.config.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/** Check of the number, features and settings of brokers against the requirements of exactly-once and the topology's timeouts. */
final class Brokers {
    private static final int ENOUGH = 3;
    /** Version of transactions from KIP-890 on: an abandoned producer cannot leave a transaction open. */
    private static final int SAFE_TRANSACTIONS = 2;

    private static final String REPLICAS_OF_TRANSACTIONS = "transaction.state.log.replication.factor";
    private static final String ISR_OF_TRANSACTIONS = "transaction.state.log.min.isr";
    private static final String REPLICAS_OF_OFFSETS = "offsets.topic.replication.factor";

    private final Admin admin;
    private final Settings settings;
    private final List<Diagnosis> findings = new ArrayList<>();

    Brokers(Admin admin, Settings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    List<Diagnosis> findings() throws ExecutionException, InterruptedException {
        Collection<Node> nodes = admin.describeCluster().nodes().get();
        if (nodes.size() < ENOUGH) {
            look(
                    nodes.size() == 1 ? "1 broker: a lost disk loses all data" : nodes.size() + " brokers",
                    "use three or more in production");
        } else {
            ok(nodes.size() + " brokers");
        }
        features();
        for (Map.Entry<String, Map<String, String>> broker : configs(nodes).entrySet()) {
            limits("broker " + broker.getKey() + ": ", broker.getValue(), nodes.size());
        }
        return findings;
    }

    private void features() throws ExecutionException, InterruptedException {
        Map<String, FinalizedVersionRange> features =
                admin.describeFeatures().featureMetadata().get().finalizedFeatures();
        int level = Optional.ofNullable(features.get("transaction.version"))
                .map(FinalizedVersionRange::maxVersionLevel)
                .orElse((short) 0);
        String found = "transaction.version " + level;
        if (level < SAFE_TRANSACTIONS) {
            look(
                    found + ": a failed producer may leave a transaction open",
                    "kafka-features upgrade --feature transaction.version=" + SAFE_TRANSACTIONS);
        } else {
            ok(found);
        }
    }

    private Map<String, Map<String, String>> configs(Collection<Node> nodes)
            throws ExecutionException, InterruptedException {
        return new TreeMap<>(TopicAdmin.configs(
                admin,
                ConfigResource.Type.BROKER,
                nodes.stream().map(Node::idString).toList()));
    }

    private void limits(String broker, Map<String, String> config, int brokers) {
        int before = findings.size();
        atLeast(broker, config, "transaction.max.timeout.ms", ours(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG));
        long session = ours(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        atLeast(broker, config, "group.max.session.timeout.ms", session);
        if (session > 0 && number(config, "group.min.session.timeout.ms") > session) {
            wrong(
                    broker + "group.min.session.timeout.ms is above the topology's session.timeout.ms, " + session,
                    "lower it, or raise kafka." + ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        }
        if (number(config, ISR_OF_TRANSACTIONS) > brokers) {
            wrong(
                    broker + ISR_OF_TRANSACTIONS + " is above the number of brokers: no transaction commits",
                    "lower it, or add brokers");
        }
        for (String key : new TreeSet<>(List.of(REPLICAS_OF_OFFSETS, REPLICAS_OF_TRANSACTIONS))) {
            if (brokers >= ENOUGH && number(config, key) < ENOUGH) {
                look(broker + key + " is " + config.get(key), "3; kafka-reassign-partitions for existing topics");
            }
        }
        if (Boolean.parseBoolean(config.get("unclean.leader.election.enable"))) {
            wrong(
                    broker + "unclean.leader.election.enable: acknowledged records may be lost",
                    "unclean.leader.election.enable=false");
        }
        if (findings.size() == before) {
            ok(broker + "its timeouts and replicas fit the topology");
        }
    }

    /** Returns one of the topology's properties in milliseconds; 0 for Kafka's own default. */
    private long ours(String key) {
        Object value = settings.streams().get(key);
        return value == null ? 0 : Long.parseLong(value.toString());
    }

    private void atLeast(String broker, Map<String, String> config, String key, long wanted) {
        if (config.containsKey(key) && number(config, key) < wanted) {
            wrong(broker + key + " is " + config.get(key), wanted + " or more, the topology's setting");
        }
    }

    private static long number(Map<String, String> config, String key) {
        return Long.parseLong(config.getOrDefault(key, "0"));
    }

    private void ok(String found) {
        findings.add(Diagnosis.ok(Area.KAFKA, found));
    }

    private void look(String found, String remedy) {
        findings.add(Diagnosis.look(Area.KAFKA, found, remedy));
    }

    private void wrong(String found, String remedy) {
        findings.add(Diagnosis.wrong(Area.KAFKA, found, remedy));
    }
}
