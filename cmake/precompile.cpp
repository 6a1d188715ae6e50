// SPDX-License-Identifier: Apache-2.0
// Nothing: the precompiled headers of precompile.cmake need a target, and a target a source.
int main() {}
