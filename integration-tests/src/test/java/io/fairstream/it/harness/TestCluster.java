package io.fairstream.it.harness;

import io.fairstream.embedded.EmbeddedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One real broker and registry for a test class: {@code @RegisterExtension static final TestCluster CLUSTER = new
 * TestCluster();}. What its {@link Site}s started is stopped with it.
 */
public final class TestCluster implements BeforeAllCallback, AfterAllCallback {
    private final List<Site> sites = new ArrayList<>();
    private @Nullable EmbeddedCluster cluster;

    @Override
    public void beforeAll(ExtensionContext context) {
        cluster = EmbeddedCluster.startTemporary();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        sites.forEach(Site::close);
        cluster().close();
    }

    public EmbeddedCluster cluster() {
        return Objects.requireNonNull(cluster, "the cluster runs while its class's tests do");
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
