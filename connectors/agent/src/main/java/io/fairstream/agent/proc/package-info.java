/** Readers of Linux's data on processes: /proc and control groups. */
@NullMarked
package io.fairstream.agent.proc;

import org.jspecify.annotations.NullMarked;
