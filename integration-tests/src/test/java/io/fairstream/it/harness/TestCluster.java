package io.fairstream.it.harness;

import io.fairstream.embedded.EmbeddedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The real broker and registry that the test classes of a JVM share: {@code @RegisterExtension static final TestCluster CLUSTER =
 * new TestCluster();}. Each {@link Site} has topics of its own there. The sites of a class are closed after it.
 */
public final class TestCluster implements BeforeAllCallback, AfterAllCallback {
    private final List<Site> sites = new ArrayList<>();
    private static @Nullable EmbeddedCluster shared;

    @Override
    public void beforeAll(ExtensionContext context) {
        cluster();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        sites.forEach(Site::close);
    }

    public EmbeddedCluster cluster() {
        return shared();
    }

    private static synchronized EmbeddedCluster shared() {
        if (shared == null) {
            EmbeddedCluster cluster = EmbeddedCluster.startTemporary();
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
            shared = cluster;
        }
        return shared;
    }

    /** Topics, an application id and a state directory of their own, with settings for tests; see {@link Site}. */
    public Site site(String name) {
        return site(name, Map.of());
    }

    /**
     * As {@link #site(String)}.
     *
     * @param settings of the configuration, over those for tests
     */
    public Site site(String name, Map<String, String> settings) {
        Site site = Site.on(cluster().settings(), name, settings);
        sites.add(site);
        return site;
    }
}
