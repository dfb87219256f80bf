package io.fairstream.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/** Kafka configuration of a single small broker that is its own controller. */
final class BrokerSettings {
    static final int NODE_ID = 1;
    static final short REPLICAS = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";
    /**
     * The only metric of a broker in JMX. Without a filter, Kafka registers those of each partition, and all again when a further broker
     * starts in the same JVM.
     */
    static final String FENCED_BROKERS = "kafka.controller:type=KafkaController,name=FencedBrokerCount";

    private BrokerSettings() {}

    static Properties of(Path logs, int port, int controllerPort) {
        Properties settings = new Properties();
        node(settings, logs, port, controllerPort);
        oneReplica(settings);
        small(settings);
        quick(settings);
        return settings;
    }

    /** Settings of the same node as a controller only, which soon declares its silent broker dead. */
    static Properties controllerOnly(Path logs, int controllerPort, Duration sessionTimeout) {
        String controller = LoopbackPort.HOST + ":" + controllerPort;
        Properties settings = new Properties();
        settings.put("process.roles", "controller");
        settings.put("node.id", Integer.toString(NODE_ID));
        settings.put("controller.quorum.voters", NODE_ID + "@" + controller);
        settings.put("controller.listener.names", CONTROLLER_LISTENER);
        settings.put("listeners", CONTROLLER_LISTENER + "://" + controller);
        settings.put("listener.security.protocol.map", CONTROLLER_LISTENER + ":PLAINTEXT");
        settings.put("log.dirs", logs.toString());
        settings.put("broker.session.timeout.ms", Long.toString(sessionTimeout.toMillis()));
        settings.put("broker.heartbeat.interval.ms", Long.toString(sessionTimeout.toMillis() / 4));
        settings.put("metrics.jmx.include", FENCED_BROKERS);
        oneReplica(settings);
        return settings;
    }

    private static void node(Properties settings, Path logs, int port, int controllerPort) {
        String listener = "PLAINTEXT://" + LoopbackPort.HOST + ":" + port;
        String controller = LoopbackPort.HOST + ":" + controllerPort;
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(NODE_ID));
        settings.put("controller.quorum.voters", NODE_ID + "@" + controller);
        settings.put("controller.listener.names", CONTROLLER_LISTENER);
        settings.put("listeners", listener + "," + CONTROLLER_LISTENER + "://" + controller);
        settings.put("advertised.listeners", listener);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("log.dirs", logs.toString());
        settings.put("auto.create.topics.enable", "false");
    }

    private static void oneReplica(Properties settings) {
        settings.put("default.replication.factor", "1");
        settings.put("min.insync.replicas", "1");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
    }

    private static void small(Properties settings) {
        settings.put("offsets.topic.num.partitions", "8");
        settings.put("transaction.state.log.num.partitions", "8");
        settings.put("share.coordinator.state.topic.num.partitions", "1");
        settings.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20));
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("background.threads", "2");
        settings.put("metrics.jmx.include", FENCED_BROKERS);
    }

    private static void quick(Properties settings) {
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.min.session.timeout.ms", "1000");
        waitForTheTransactionBefore(settings);
    }

    /**
     * Makes the broker delay a transaction that begins while the previous one is still completing. Otherwise its first batches are
     * rejected, the later ones are then out of sequence, and all are sent again.
     */
    private static void waitForTheTransactionBefore(Properties settings) {
        settings.put("add.partitions.to.txn.retry.backoff.ms", "5");
        settings.put("add.partitions.to.txn.retry.backoff.max.ms", "10000");
    }
}
