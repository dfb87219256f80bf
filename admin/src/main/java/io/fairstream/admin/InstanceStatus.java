package io.fairstream.admin;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.MemberDescription;

/**
 * One process that runs the topology.
 *
 * @param id in the names of its clients, without the application id
 * @param host address of its clients
 * @param threads that are members of the group
 * @param partitions assigned ones, of inputs and repartition topics
 */
record InstanceStatus(String id, String host, int threads, int partitions) {
    private static final Pattern THREAD = Pattern.compile("-StreamThread-\\d+(-consumer)?$");

    /** Returns the instances among the members of a group, by name. */
    static List<InstanceStatus> of(String application, Collection<MemberDescription> members) {
        Map<String, InstanceStatus> instances = new TreeMap<>();
        for (MemberDescription member : members) {
            String client = THREAD.matcher(member.clientId()).replaceFirst("");
            String id = client.startsWith(application + "-") ? client.substring(application.length() + 1) : client;
            int partitions = member.assignment().topicPartitions().size();
            String host = member.host().startsWith("/") ? member.host().substring(1) : member.host();
            instances.merge(id, new InstanceStatus(id, host, 1, partitions), InstanceStatus::plus);
        }
        return List.copyOf(instances.values());
    }

    private InstanceStatus plus(InstanceStatus other) {
        return new InstanceStatus(id, host, threads + other.threads, partitions + other.partitions);
    }
}
