package io.fairstream.cli.replay;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.run.RunningTopology;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.embedded.EmbeddedCluster;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** Temporary cluster with its own topics and topology, for one call. */
final class PrivatePipeline implements AutoCloseable {
    private final EmbeddedCluster cluster;
    private final Settings settings;
    private final RunningTopology topology;

    private PrivatePipeline(EmbeddedCluster cluster, Settings settings, RunningTopology topology) {
        this.cluster = cluster;
        this.settings = settings;
        this.topology = topology;
    }

    /**
     * Starts the pipeline.
     *
     * @param entries settings of the user
     * @param defaults for settings that the user does not specify
     */
    static PrivatePipeline start(Map<String, String> entries, Map<String, String> defaults)
            throws InterruptedException, ExecutionException {
        Map<String, String> all = new HashMap<>(defaults);
        all.putAll(entries);
        Settings.parse(all);
        EmbeddedCluster cluster = Interruption.finish(() -> EmbeddedCluster.startTemporary());
        try {
            all.putAll(cluster.settings());
            all.put("replication.factor", "1");
            Settings settings = Settings.parseForCluster(all);
            try (TopicAdmin admin = new TopicAdmin(settings)) {
                admin.createMissing();
            }
            return new PrivatePipeline(cluster, settings, RunningTopology.start(settings));
        } catch (InterruptedException | ExecutionException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    Settings settings() {
        return settings;
    }

    RunningTopology topology() {
        return topology;
    }

    @Override
    public void close() {
        topology.close();
        cluster.close();
    }
}
