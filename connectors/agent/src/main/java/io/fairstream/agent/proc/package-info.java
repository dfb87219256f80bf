/** The files in which Linux tells what its processes do: /proc and control groups. */
@NullMarked
package io.fairstream.agent.proc;

import org.jspecify.annotations.NullMarked;
