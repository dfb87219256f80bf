@NullMarked
package io.fairstream.agent.proc;

import org.jspecify.annotations.NullMarked;
