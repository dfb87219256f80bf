package io.fairstream.agent;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an agent: the node, and the sources of its data.
 *
 * @param cluster name of the cluster; 1 to 1024 bytes, no control characters, no slash
 * @param node name of the node; 1 to 1024 bytes, no control characters
 * @param memory measure of real memory
 * @param proc mount point of proc(5)
 * @param jobsFile file with lines {@code SESSION JOB}; null for none
 */
public record AgentSettings(
        String cluster,
        String node,
        MemoryMeasure memory,
        Path proc,
        @Nullable Path jobsFile) {
    private static final int LONGEST = 1024;

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException with the value and what was expected
     */
    public AgentSettings {
        requireName("cluster", cluster);
        requireName("node", node);
        if (cluster.indexOf('/') >= 0) {
            throw new IllegalArgumentException("cluster: " + cluster + " (expected: no slash, keys are cluster/node)");
        }
    }

    /** Creates the settings for this machine. */
    public static AgentSettings of(String cluster, String node, MemoryMeasure memory, @Nullable Path jobsFile) {
        return new AgentSettings(cluster, node, memory, Path.of("/proc"), jobsFile);
    }

    /** Returns the key of the node's records. */
    public String key() {
        return cluster + "/" + node;
    }

    private static void requireName(String what, String name) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > LONGEST || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(what + ": \"" + name.replaceAll("\\p{Cntrl}", "?")
                    + "\" (expected: 1 to 1024 bytes without control characters)");
        }
    }
}
