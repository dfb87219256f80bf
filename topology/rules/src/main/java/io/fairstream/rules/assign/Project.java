package io.fairstream.rules.assign;

import java.util.List;
import java.util.Map;

/**
 * What a project can run and wants.
 *
 * @param share of all work, relative to the other projects' shares; 0 or more
 * @param versions its programs
 * @param keywords what it is about, with the fraction of its work to which each applies, 0 to 1
 */
public record Project(String name, double share, List<AppVersion> versions, Map<String, Double> keywords) {
    public Project {
        versions = List.copyOf(versions);
        keywords = Map.copyOf(keywords);
    }
}
