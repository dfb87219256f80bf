@NullMarked
package io.fairstream.agent.node;

import org.jspecify.annotations.NullMarked;
